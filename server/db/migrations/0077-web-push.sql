-- A browser's subscription is served by the product itself: one delivery for each device, so that one that fails does not
-- send the notice to the others again.
alter table notice_delivery drop constraint notice_delivery_channel_check;
alter table notice_delivery add constraint notice_delivery_channel_check
  check (channel in ('mail', 'webhook', 'push', 'sms', 'web_push'));
