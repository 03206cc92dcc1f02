-- What a figure of the reports counts is found as a list as well: light on a port that is nobody's, labels read by hand.
create index port_loose_lit on port (state, label, id)
  where removed_at is null and state in (1, 4, 5, 6) and optical_state = 'online';
create index enrollment_vno_source on enrollment (vno_id, removal, label_source, created_at desc, id desc) include (technical_id);
create index enrollment_all_source on enrollment (removal, label_source, created_at desc, id desc);
