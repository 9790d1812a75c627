<?php
declare(strict_types=1);

// [example]
/** Whether one of the secrets signed this body within five minutes of now (Unix seconds). */
function verify(array $secrets, string $header, string $body, int $now): bool
{
    if (strlen($header) > 512) {
        return false;
    }
    $times = $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + [1 => ''];
        if ($name === 't') {
            $times[] = $value;
        } elseif ($name === 'v1') {
            $signatures[] = $value;
        }
    }
    if (count($times) !== 1 || !preg_match('/\A[1-9][0-9]{0,11}\z/', $times[0])) {
        return false;
    }
    if (abs($now - (int) $times[0]) > 300) {
        return false;
    }
    $found = false;
    foreach ($secrets as $secret) {
        if ($secret === '') {
            continue;
        }
        $expected = hash_hmac('sha256', $times[0] . '.' . $body, $secret);
        foreach ($signatures as $signature) {
            $found = hash_equals($expected, $signature) || $found;
        }
    }
    return $found;
}
// [/example]

// php verify.php HEADER BODY_FILE NOW SECRET [OTHER_SECRET]: exit status 0 if it is genuine, else 1
[, $header, $bodyFile, $now] = $argv;
exit(verify(array_slice($argv, 4), $header, file_get_contents($bodyFile), (int) $now) ? 0 : 1);
