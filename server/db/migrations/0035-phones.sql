-- Notices reach a technician's telephones and, where it cannot wait, his number.
alter table notice_delivery drop constraint notice_delivery_channel_check;
alter table notice_delivery add constraint notice_delivery_channel_check check (channel in ('mail', 'webhook', 'push', 'sms'));
grant update (push_token, version, updated_at) on device to hilo_app;
