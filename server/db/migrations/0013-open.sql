-- Opening an intervention: what a technician has open is looked up each time.

create index event_open_technical on event (technical_id)
  where type = 1 and process_state in (2, 4, 6, 7, 8, 9, 10) and technical_id is not null;
