<?php

declare(strict_types=1);

namespace Regista;

/** No answer now. With the codes unreachable, timeout and invalid_response the call may have been charged. */
final class Unavailable extends RegistaError
{
}
