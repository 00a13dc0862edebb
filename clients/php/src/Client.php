<?php

declare(strict_types=1);

namespace Regista;

use Regista\Model\AddressesAnswer;
use Regista\Model\CompaniesAnswer;
use Regista\Model\CompanyDetail;
use Regista\Model\CompanyDetailAnswer;
use Regista\Model\UsageAnswer;

/** Every method throws a RegistaError. An answer has the data, and in meta its price and its sources. */
final class Client
{
    private const ATTEMPTS_MAX = 3;
    private const FIRST_WAIT_SECONDS = 0.3;

    /** Keys by client. They are no properties, because var_export and casts show even private ones. */
    private static ?\WeakMap $keys = null;

    private readonly string $baseUrl;
    private readonly \Closure $sleep;

    /**
     * @param string $serverKey `rgk_…`, a secret: read it from the environment
     * @param float $timeoutSeconds the longest time of a call with all its attempts
     * @param ?\Closure(float): void $sleep waits for these seconds; for programs with an event loop
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $serverKey,
        private readonly float $timeoutSeconds = 10.0,
        private readonly Transport $transport = new StreamTransport(),
        ?\Closure $sleep = null,
    ) {
        if (preg_match('/^rgk_[0-9a-f]{64}$/D', $serverKey) !== 1) {
            throw RegistaError::of('invalid_argument', 'A server key is rgk_ and 64 hexadecimal digits.');
        }
        if (preg_match('#^https?://[^/]#i', $baseUrl) !== 1) {
            throw RegistaError::of('invalid_argument', 'The address of a server begins with https://.');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1e6));
        self::$keys ??= new \WeakMap();
        self::$keys[$this] = $serverKey;
    }

    /** 1 unit. */
    public function suggestAddresses(
        string $q,
        ?string $country = null,
        ?string $lang = null,
        ?int $limit = null,
        ?float $latitude = null,
        ?float $longitude = null,
    ): AddressesAnswer {
        $query = compact('q', 'country', 'lang', 'limit', 'latitude', 'longitude');
        return $this->read('/v1/autocomplete/addresses?' . http_build_query($query), AddressesAnswer::from(...));
    }

    /** 1 unit. */
    public function suggestCompanies(
        string $q,
        ?string $country = null,
        ?string $lang = null,
        ?int $limit = null,
    ): CompaniesAnswer {
        $query = compact('q', 'country', 'lang', 'limit');
        return $this->read('/v1/autocomplete/companies?' . http_build_query($query), CompaniesAnswer::from(...));
    }

    /**
     * A company number as the API has it: eight digits. It takes spaces, SK or CZ in front, and fewer digits.
     *
     * @throws InvalidArgument if it cannot be one
     */
    public static function formatIco(string|int $ico): string
    {
        if (preg_match('/^(?:SK|CZ)?([0-9]{1,8})$/Di', preg_replace('/\s+/u', '', (string) $ico) ?? '', $found) !== 1) {
            throw RegistaError::of('invalid_argument', json_encode($ico) . ' is no company number of at most eight digits.');
        }
        return str_pad($found[1], 8, '0', STR_PAD_LEFT);
    }

    /** 10 units. The number has eight digits. */
    public function readCompany(string $country, string $ico): CompanyDetailAnswer
    {
        self::checkCompany($country, $ico);
        return $this->read("/v1/companies/$country/$ico", CompanyDetailAnswer::from(...));
    }

    private static function checkCompany(string $country, string $ico): void
    {
        if (preg_match('/^[a-z]{2}\/[0-9]{8}$/D', "$country/$ico") !== 1) {
            $company = json_encode("$country/$ico");
            $message = "$company: a company has a country (sk, cz) and a number of eight digits. See Client::formatIco.";
            throw RegistaError::of('invalid_argument', $message);
        }
    }

    /**
     * Reads many companies, 10 units each, not faster than the limit of a key. All numbers are checked before the first
     * is read. One that has no company, or several, yields the error. After any other error it stops; a limit is waited
     * for.
     *
     * @param iterable<string|int> $icos keys of arrays may be integers
     * @return \Generator<string, CompanyDetail|CompanyNotFound|CompanyAmbiguous>
     */
    public function readCompanies(string $country, iterable $icos, float $perSecond = 10.0): \Generator
    {
        $icos = array_map(strval(...), is_array($icos) ? $icos : iterator_to_array($icos, false));
        foreach ($icos as $ico) {
            self::checkCompany($country, $ico);
        }
        $next = self::now();
        foreach ($icos as $ico) {
            $this->pause($next - self::now());
            $next = max($next, self::now()) + 1 / $perSecond;
            yield $ico => $this->readPatiently($country, $ico);
        }
    }

    /** Free. */
    public function getUsage(): UsageAnswer
    {
        return $this->read('/v1/me/usage', UsageAnswer::from(...), true);
    }

    private function readPatiently(string $country, string $ico): CompanyDetail|RegistaError
    {
        while (true) {
            try {
                return $this->readCompany($country, $ico)->data;
            } catch (CompanyNotFound | CompanyAmbiguous $error) {
                return $error;
            } catch (RateLimited $error) {
                $this->pause($error->retryAfterSeconds ?? 1);
            }
        }
    }

    /**
     * @template T
     * @param \Closure(array): T $parse
     * @return T
     */
    private function read(string $path, \Closure $parse, bool $isFree = false): object
    {
        $deadline = self::now() + $this->timeoutSeconds;
        for ($attempt = 1;; $attempt++) {
            try {
                return $this->attempt($path, $parse, $deadline - self::now());
            } catch (RegistaError $error) {
                $wait = self::FIRST_WAIT_SECONDS * mt_rand() / mt_getrandmax() + ($error->retryAfterSeconds
                    ?? self::FIRST_WAIT_SECONDS * 2 ** ($attempt - 1));
                $isLast = $attempt === self::ATTEMPTS_MAX || $deadline <= self::now() + $wait;
                if ($isLast || !self::isRetryable($error, $isFree)) {
                    throw $error;
                }
                $this->pause($wait);
            }
        }
    }

    /**
     * A call is repeated only if no unit can be charged twice: after 429 and 503 of the server itself, and if it is
     * free also after a broken connection or the error of a proxy.
     */
    private static function isRetryable(RegistaError $error, bool $isFree): bool
    {
        return match ($error->errorCode) {
            'monthly_limit_reached' => false,
            'unreachable' => $isFree,
            'invalid_response' => $isFree && 500 <= $error->status,
            default => $error->status === 429 || $error->status === 503,
        };
    }

    private function attempt(string $path, \Closure $parse, float $timeoutSeconds): object
    {
        $headers = ['Authorization' => 'Bearer ' . self::$keys[$this], 'Accept' => 'application/json'];
        $response = $this->transport->get($this->baseUrl . $path, $headers, $timeoutSeconds);
        unset($headers);
        $body = json_decode($response->body, true);
        if ($response->status === 200) {
            try {
                return $parse($body);
            } catch (\TypeError) {
                // Not the body of an answer.
            }
        }
        $wait = (int) ($response->headers['retry-after'] ?? 0) ?: null;
        $error = is_array($body) ? $body['error'] ?? null : null;
        if (is_array($error) && is_string($error['code'] ?? null) && is_string($body['request_id'] ?? null)) {
            $message = (string) ($error['message'] ?? '');
            throw RegistaError::of($error['code'], $message, $response->status, $body['request_id'], $wait);
        }
        $message = "Not a response of the API: $response->status.";
        $requestId = $response->headers['x-request-id'] ?? null;
        throw RegistaError::of('invalid_response', $message, $response->status, $requestId, $wait);
    }

    private function pause(float $seconds): void
    {
        if (0 < $seconds) {
            ($this->sleep)($seconds);
        }
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }

    private function __clone()
    {
    }

    public function __serialize(): never
    {
        throw new \LogicException('A client has a secret and cannot be serialized.');
    }
}
