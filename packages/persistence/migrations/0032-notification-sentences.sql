-- What the sentence of a notification was made of, so that readers get it in their language (ADR 0052): {key, values}.
-- null: written by an earlier release, and read in English. Values have at most 2,000 characters each.
alter table notifications add column sentence jsonb check (octet_length(sentence::text) <= 100000);
alter table deliveries add column sentence jsonb check (octet_length(sentence::text) <= 100000);
