<?php

declare(strict_types=1);

namespace Regista;

/** Sends one request once, follows no redirect, and throws a RegistaError if no whole response arrives. */
interface Transport
{
    /** @param array<string, string> $headers the key is among them */
    public function get(string $url, #[\SensitiveParameter] array $headers, float $timeoutSeconds): Response;
}
