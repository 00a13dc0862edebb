<?php

declare(strict_types=1);

namespace Regista;

/** Why a call failed. Failures that no answer of the server describes have the codes at the end of the table. */
class RegistaError extends \RuntimeException
{
    private const CLASSES = [
        'invalid_request' => InvalidArgument::class,
        'invalid_parameter' => InvalidArgument::class,
        'not_found' => InvalidArgument::class,
        'method_not_allowed' => InvalidArgument::class,
        'payload_too_large' => InvalidArgument::class,
        'unauthorized' => NotAllowed::class,
        'forbidden' => NotAllowed::class,
        'origin_not_allowed' => NotAllowed::class,
        'scope_not_allowed' => NotAllowed::class,
        'company_not_found' => CompanyNotFound::class,
        'company_identity_ambiguous' => CompanyAmbiguous::class,
        'rate_limited' => RateLimited::class,
        'monthly_limit_reached' => MonthlyLimitReached::class,
        'request_timeout' => Unavailable::class,
        'overloaded' => Unavailable::class,
        'data_unavailable' => Unavailable::class,
        'accounting_unavailable' => Unavailable::class,
        'invalid_argument' => InvalidArgument::class,
        'invalid_response' => Unavailable::class,
        'unreachable' => Unavailable::class,
        'timeout' => Unavailable::class,
    ];

    /** @param ?string $requestId name it in questions to the operator */
    final public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
    ) {
        parent::__construct("$errorCode: $message" . ($requestId === null ? '' : " (request $requestId)"));
    }

    /** @internal The cause in our words: the text of PHP, or of a client of PSR-18, may have the key. */
    public static function unreachable(#[\SensitiveParameter] string $text): self
    {
        $text = (string) preg_replace('#^fopen\(.*?\): |https?://\S+#', '', $text);
        $cause = match (1) {
            preg_match('/getaddrinfo|resolve/i', $text) => 'the name of the server is unknown',
            preg_match('/refused/i', $text) => 'the server refused the connection',
            // PHP names only the last of several warnings.
            preg_match('/\bSSL\b|\bTLS\b|certificate|operation failed/', $text) => 'TLS failed: check the certificate, and whether it is https',
            default => 'the connection failed',
        };
        return self::of('unreachable', "No response: $cause.");
    }

    /** @internal A newer server may send a code that has no class here: the status decides. */
    public static function of(
        string $code,
        string $message,
        ?int $status = null,
        ?string $requestId = null,
        ?int $retryAfterSeconds = null,
    ): self {
        $class = self::CLASSES[$code] ?? match ($status) {
            400, 405, 413 => InvalidArgument::class,
            401, 403 => NotAllowed::class,
            429 => RateLimited::class,
            503 => Unavailable::class,
            default => self::class,
        };
        return new $class($code, $message, $status, $requestId, $retryAfterSeconds);
    }
}
