<?php

declare(strict_types=1);

namespace Regista;

/** The units of this month are used up: ask the operator for more. */
final class MonthlyLimitReached extends RegistaError
{
}
