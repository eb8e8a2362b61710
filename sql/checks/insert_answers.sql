-- Keep what a person said about a day's or site's warnings.
--
-- writes  answers
-- params  $day, $site, $answer, $actor, $reason, $content_sha256, $answered_at

insert into answers (day, site, answer, actor, reason, content_sha256, answered_at)
values ($day, $site, $answer, $actor, $reason, $content_sha256, $answered_at);
