package io.oncepaid.outbox;

/** How an attempt ended, on its way into the database. */
record Outcome(DeliveryLane lane, Claimed claimed, Delivery delivery) {}
