<?php

declare(strict_types=1);

namespace Regista;

/** The key is wrong, expired or may not do this: ask the operator. */
final class NotAllowed extends RegistaError
{
}
