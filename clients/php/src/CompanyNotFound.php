<?php

declare(strict_types=1);

namespace Regista;

/** The imported data have no company with this number, which does not prove that there is none. */
final class CompanyNotFound extends RegistaError
{
}
