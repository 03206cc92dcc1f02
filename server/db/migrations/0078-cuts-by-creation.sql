-- Cuts without an intervention, filtered by when they were recorded.
create index uncovered_cut_created on uncovered_cut (created_at desc, id desc) include (owner_vno_id);
create index uncovered_cut_owner_created on uncovered_cut (owner_vno_id, created_at desc, id desc);
