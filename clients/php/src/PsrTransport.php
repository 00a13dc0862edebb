<?php

declare(strict_types=1);

namespace Regista;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;

/** Over a client of PSR-18. Set its time limit there, and that it follows no redirects. */
final class PsrTransport implements Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
    ) {
    }

    public function get(string $url, #[\SensitiveParameter] array $headers, float $timeoutSeconds): Response
    {
        $request = $this->requests->createRequest('GET', $url);
        foreach ($headers as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        $response = null;
        $text = '';
        try {
            $response = $this->client->sendRequest($request);
        } catch (ClientExceptionInterface $error) {
            // Its request has the key, so it is no cause of ours.
            $text = $error->getMessage();
            unset($error);
        }
        if ($response === null) {
            throw RegistaError::unreachable($text);
        }
        $lines = array_map(static fn (array $values) => implode(', ', $values), $response->getHeaders());
        $names = array_map(strtolower(...), array_keys($lines));
        return new Response($response->getStatusCode(), array_combine($names, $lines), (string) $response->getBody());
    }
}
