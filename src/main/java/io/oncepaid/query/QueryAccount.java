package io.oncepaid.query;

import io.oncepaid.gateway.Inquiry;
import java.time.Duration;

/**
 * An account whose gateway can be asked.
 *
 * @param merchant the owner
 * @param name the account
 * @param gateway its kind of gateway
 * @param age how long a payment is PENDING before it is asked for
 * @param grace how long after its expiry a payment must have been asked for, so that "not found"
 *     means that nobody can have begun to pay
 * @param spacing time between two requests, over all instances
 */
record QueryAccount(
    String merchant,
    String name,
    String gateway,
    Inquiry inquiry,
    Duration age,
    Duration grace,
    Duration spacing) {}
