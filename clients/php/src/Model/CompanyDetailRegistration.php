<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/** The entry in the commercial or another register. */
final class CompanyDetailRegistration
{
    public function __construct(
        /** A code from a code list of a register, with its name. Null if the register has none. */
        public readonly ?CompanyRegistryCode $register,
        /** The court or office that keeps the register. */
        public readonly ?string $office,
        /** The number of the entry, as `Sro/32191/N`. */
        public readonly ?string $number,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            isset($fields['register']) ? CompanyRegistryCode::from($fields['register']) : null,
            $fields['office'] ?? null,
            $fields['number'] ?? null,
        );
    }
}
