<?php

declare(strict_types=1);

namespace Regista;

/** Over PHP's own streams, so that no extension is needed. */
final class StreamTransport implements Transport
{
    public function get(string $url, #[\SensitiveParameter] array $headers, float $timeoutSeconds): Response
    {
        $deadline = hrtime(true) / 1e9 + $timeoutSeconds;
        $lines = ['Connection: close'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        $options = [
            'header' => $lines,
            'protocol_version' => 1.1,
            'timeout' => max($timeoutSeconds, 0.001),
            'ignore_errors' => true,
            // A redirect could lead the key elsewhere.
            'follow_location' => 0,
        ];
        error_clear_last();
        $stream = @fopen($url, 'r', false, stream_context_create(['http' => $options]));
        if ($stream === false) {
            throw self::failure($deadline, error_get_last()['message'] ?? '');
        }
        try {
            return self::receive($stream, $deadline);
        } finally {
            fclose($stream);
        }
    }

    /** @param resource $stream */
    private static function receive($stream, float $deadline): Response
    {
        $lines = stream_get_meta_data($stream)['wrapper_data'];
        $headers = [];
        foreach (array_slice($lines, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        $body = '';
        while (!feof($stream)) {
            $leftMicroseconds = (int) (($deadline - hrtime(true) / 1e9) * 1e6);
            if ($leftMicroseconds <= 0) {
                throw self::failure($deadline);
            }
            stream_set_timeout($stream, 0, $leftMicroseconds);
            $part = fread($stream, 65536);
            if ($part === false || stream_get_meta_data($stream)['timed_out']) {
                throw self::failure($deadline);
            }
            $body .= $part;
        }
        if (isset($headers['content-length']) && strlen($body) < (int) $headers['content-length']) {
            throw self::failure($deadline);
        }
        return new Response((int) (explode(' ', $lines[0])[1] ?? 0), $headers, $body);
    }

    private static function failure(float $deadline, #[\SensitiveParameter] string $warning = ''): RegistaError
    {
        // PHP waits for whole milliseconds, so it may give up one too early.
        return hrtime(true) / 1e9 < $deadline - 0.002
            ? RegistaError::unreachable($warning)
            : RegistaError::of('timeout', 'No response in time.');
    }
}
