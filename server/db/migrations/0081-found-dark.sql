-- When a reading first found the line dark since its last light; null while it has light. Where the OLT does not date a fall, only this
-- shows that a line was dark before a request.
alter table port_assignment add column dark_at timestamptz(3);
alter table event_neighbour add column found_dark_at timestamptz(3);
update port_assignment set dark_at = read_at where ended_at is null and ont_state in ('los', 'dying_gasp', 'offline', 'admin_down');

-- A notice of a closing says that there is no code, and why, instead of ending after "Código de descarga:".
update notification set payload = payload || jsonb_build_object('code_text', coalesce(
    'Código de descarga: ' || (payload ->> 'discharge_code'), 'No lleva código de descarga.')) where kind = 'event_finalized';
