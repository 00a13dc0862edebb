<?php

declare(strict_types=1);

/* Does the calls of its argument, and prints what each ended in. A wait takes no time, but is printed. */

require __DIR__ . '/../../../../clients/php/autoload.php';

['url' => $url, 'timeout' => $timeout, 'calls' => $calls, 'transport' => $transport] = json_decode($argv[1], true);
$waits = [];
$sleep = function (float $seconds) use (&$waits): void {
    $waits[] = $seconds;
};
$with = match ($transport) {
    'psr' => require __DIR__ . '/psr.php',
    default => new Regista\StreamTransport(),
};
$open = static fn () => new Regista\Client($url, getenv('REGISTA_KEY'), (float) $timeout, $with, $sleep);

function dump(Regista\Client $client): string
{
    ob_start();
    var_dump($client, (array) $client);
    print_r($client);
    var_export($client);

    echo json_encode($client);
    try {
        serialize($client);
    } catch (LogicException $error) {
        echo $error;
    }
    try {
        $client->getUsage();
    } catch (Regista\RegistaError $error) {
        var_dump($error, $error->getTrace());
        echo $error;
    }
    return ob_get_clean();
}

function nameCause(string $text): array
{
    $error = Regista\RegistaError::unreachable($text);
    return [$error->getMessage(), str_contains(print_r($error->getTrace()[0], true), $text)];
}

foreach ($calls as [$operation, $arguments]) {
    $waits = [];
    try {
        $client ??= $open();
        $result = match ($operation) {
            'dump' => dump($client),
            'nameCause' => nameCause(...$arguments),
            'formatIco' => Regista\Client::formatIco(...$arguments),
            'readKeys' => iterator_to_array($client->readCompanies('sk', array_keys(array_flip($arguments)))),
            'readCompanies' => array_map(
                static fn ($one) => $one->name ?? get_class($one),
                iterator_to_array($client->readCompanies(...$arguments)),
            ),
            default => $client->$operation(...$arguments),
        };
        $end = ['result' => $result];
    } catch (Regista\RegistaError $error) {
        $class = substr(get_class($error), strlen('Regista\\'));
        $end = ['message' => $error->getMessage(), 'class' => $class, 'code' => $error->errorCode, 'status' => $error->status,
            'requestId' => $error->requestId, 'retryAfterSeconds' => $error->retryAfterSeconds];
    }
    echo json_encode($end + ['waits' => $waits]), "\n";
}
