-- A claim that is repeated because its answer was lost is the same claim (ADR 0067): it is answered as the first time.
alter table event_claims add column claim text not null default '';
