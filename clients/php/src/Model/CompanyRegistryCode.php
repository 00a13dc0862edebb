<?php

declare(strict_types=1);

namespace Regista\Model;

/* Written by `npm run api-types` from src/http/openapi/openapi.json. */

/**  */
final class CompanyRegistryCode
{
    public function __construct(
        /** The code in its list. */
        public readonly ?string $code,
        /** Its name, in the language of the register. */
        public readonly ?string $name,
        /** The code list of the register. */
        public readonly ?string $codelist,
    ) {
    }

    /** @internal */
    public static function from(array $fields): self
    {
        return new self(
            $fields['code'] ?? null,
            $fields['name'] ?? null,
            $fields['codelist'] ?? null,
        );
    }
}
