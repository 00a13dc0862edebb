<?php

declare(strict_types=1);

/* For programs without Composer: require this file. */
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . str_replace(['Regista\\', '\\'], ['', '/'], $class) . '.php';
    if (str_starts_with($class, 'Regista\\') && is_file($file)) {
        require $file;
    }
});
