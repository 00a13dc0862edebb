<?php

declare(strict_types=1);

namespace Regista;

/** Several companies have this number: search by name. */
final class CompanyAmbiguous extends RegistaError
{
}
