-- Codes, labels and names in the order in which people count and spell: 2 before 10, ñ after n.
create collation natural_es (provider = icu, locale = 'es-u-kn-true');

-- A prefix is a range of bytes: what begins with the code or label keeps its index in byte order beside the new one.
create index cto_code_order on cto (code collate natural_es, id);
create index port_label_order on port (label collate natural_es, id);
-- Ports that may belong to nobody, by how their label begins.
create index port_loose_label on port (label, id) where state in (1, 4, 5, 6);
create index port_assignment_label_order on port_assignment (vno_id, label collate natural_es, port_id) where ended_at is null;
create index port_assignment_all_order on port_assignment (label collate natural_es, port_id) where ended_at is null;
create index drop_cable_label_order on drop_cable (label collate natural_es, id);
create index drop_cable_vno_label_order on drop_cable (vno_id, label collate natural_es, id);

-- Indexes that hold the code or label behind the value of a filter serve the order alone.
do $$
declare
  index record;
begin
  for index in
    select c.relname as name, pg_get_indexdef(i.indexrelid) as text, a.attname as column
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_attribute a on a.attrelid = i.indrelid
     where (i.indrelid, a.attname::text) in (('cto'::regclass, 'code'), ('port'::regclass, 'label'),
             ('port_assignment'::regclass, 'label'), ('drop_cable'::regclass, 'label'))
       and a.attnum = any (i.indkey::int2[])
       and c.relname not in ('cto_code_key', 'port_label', 'port_loose_label', 'port_assignment_label', 'port_assignment_all', 'drop_cable_label',
             'drop_cable_label_key', 'drop_cable_vno')
       and c.relname not like '%_order' and not i.indisprimary and not i.indisunique
  loop
    execute format('drop index %I', index.name);
    execute regexp_replace(index.text, format('\m%s\M(?! COLLATE)', index.column), index.column || ' COLLATE natural_es');
  end loop;
end $$;
