<?php

/* Stand-ins for the interfaces of PSR-7, 17 and 18, with a client that sends through PHP's own streams. */

namespace Psr\Http\Client {
    interface ClientExceptionInterface extends \Throwable
    {
    }

    interface ClientInterface
    {
        public function sendRequest($request);
    }
}

namespace Psr\Http\Message {
    interface RequestFactoryInterface
    {
        public function createRequest(string $method, $uri);
    }
}

namespace {
    final class StandInRequest
    {
        public array $headers = [];

        public function __construct(public readonly string $url)
        {
        }

        public function withHeader(string $name, string $value): self
        {
            $next = clone $this;
            $next->headers[$name] = $value;
            return $next;
        }
    }

    final class StandInResponse
    {
        public function __construct(private readonly Regista\Response $response)
        {
        }

        public function getStatusCode(): int
        {
            return $this->response->status;
        }

        public function getHeaders(): array
        {
            return array_map(static fn (string $value) => [$value], $this->response->headers);
        }

        public function getBody(): string
        {
            return $this->response->body;
        }
    }

    final class StandInFailure extends Exception implements Psr\Http\Client\ClientExceptionInterface
    {
    }

    final class StandIn implements Psr\Http\Client\ClientInterface, Psr\Http\Message\RequestFactoryInterface
    {
        public function createRequest(string $method, $uri): StandInRequest
        {
            return new StandInRequest($uri);
        }

        public function sendRequest($request): StandInResponse
        {
            try {
                return new StandInResponse((new Regista\StreamTransport())->get($request->url, $request->headers, 10));
            } catch (Regista\RegistaError $error) {
                throw new StandInFailure($error->getMessage());
            }
        }
    }

    return new Regista\PsrTransport(new StandIn(), new StandIn());
}
