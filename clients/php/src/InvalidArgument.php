<?php

declare(strict_types=1);

namespace Regista;

/** The request is wrong: mend the program, or the address of the server. */
final class InvalidArgument extends RegistaError
{
}
