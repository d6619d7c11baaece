package io.oncepaid.api;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.security.SecurityScheme;

/** What all calls have in common, written into the OpenAPI document once. */
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public class ApiDescription implements OASFilter {
  private static final String KEY = "api-key";
  private static final String PROBLEM = "Problem";

  @Override
  public void filterOpenAPI(OpenAPI document) {
    document.setInfo(
        OASFactory.createInfo()
            .title("oncepaid")
            .version("1")
            .description("Amounts are whole minor units of the currency; times are RFC 3339."));
    document
        .getComponents()
        .addSchema(PROBLEM, problem())
        .addSecurityScheme(
            KEY, OASFactory.createSecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"));
    document.getPaths().getPathItems().forEach(this::describe);
    document
        .getComponents()
        .getSchemas()
        .get("Terms")
        .addProperty(
            PaymentRequest.CONFIRM_DUPLICATE,
            type(SchemaType.BOOLEAN).description("a second equal order of the payer is meant"));
    document.getPaths().addPathItem("/callbacks/{account}", callbacks());
  }

  /** Callbacks are a plain route, so nothing else describes them. */
  private static PathItem callbacks() {
    return OASFactory.createPathItem()
        .POST(
            OASFactory.createOperation()
                .summary("A gateway's callback, authenticated by its signature alone")
                .addParameter(
                    OASFactory.createParameter()
                        .name("account")
                        .in(Parameter.In.PATH)
                        .required(true)
                        .schema(type(SchemaType.STRING)))
                .responses(
                    OASFactory.createAPIResponses()
                        .addAPIResponse(
                            "default",
                            OASFactory.createAPIResponse()
                                .description("The gateway's own words, byte for byte"))));
  }

  private void describe(String path, PathItem item) {
    for (Map.Entry<PathItem.HttpMethod, Operation> call : item.getOperations().entrySet()) {
      call.getValue()
          .addSecurityRequirement(OASFactory.createSecurityRequirement().addScheme(KEY))
          .getResponses()
          .addAPIResponse(
              "default",
              OASFactory.createAPIResponse()
                  .description("What is answered instead (RFC 9457)")
                  .content(
                      OASFactory.createContent()
                          .addMediaType(
                              Problem.MEDIA_TYPE,
                              OASFactory.createMediaType()
                                  .schema(
                                      OASFactory.createSchema()
                                          .ref("#/components/schemas/" + PROBLEM)))));
      if (path.equals("/payments") && call.getKey() == PathItem.HttpMethod.POST) {
        call.getValue()
            .addParameter(
                header(
                    IdempotencyKey.HEADER,
                    "A repeat with the same key is answered as the first call was",
                    255))
            .addParameter(
                header(SubmitTokens.HEADER, "The one-time token of the form that is sent", 64));
      }
    }
  }

  private static Parameter header(String name, String description, int longest) {
    return OASFactory.createParameter()
        .name(name)
        .in(Parameter.In.HEADER)
        .description(description)
        .schema(type(SchemaType.STRING).maxLength(longest));
  }

  private static Schema problem() {
    return type(SchemaType.OBJECT)
        .addProperty("type", type(SchemaType.STRING))
        .addProperty("title", type(SchemaType.STRING))
        .addProperty("status", type(SchemaType.INTEGER))
        .addProperty("code", type(SchemaType.STRING).description("the word for programs"))
        .addProperty("detail", type(SchemaType.STRING).description("a sentence for people"))
        .addProperty("field", type(SchemaType.STRING).description("what is wrong in the request"));
  }

  private static Schema type(SchemaType type) {
    return OASFactory.createSchema().addType(type);
  }
}
