-- Enter one step of a quarantine: held by the checks, released or rejected by a person. Entries are never changed.
--
-- writes  quarantines
-- params  $day, $site, $state, $actor, $reason, $run_id, $content_sha256, $unchecked, $set_at

insert into quarantines (day, site, state, actor, reason, run_id, set_at, content_sha256, unchecked)
values ($day, $site, $state, $actor, $reason, $run_id, $set_at, $content_sha256, $unchecked);
