<?php

declare(strict_types=1);

namespace Regista;

/** Too many requests: wait as long as retryAfterSeconds says. */
final class RateLimited extends RegistaError
{
}
