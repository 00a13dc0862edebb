"""Slovak and Czech companies and addresses from a Regista server.

    client = Client("https://regista.example.com", os.environ["REGISTA_KEY"])
    company = client.read_company("sk", "00000001")["data"]

Answers are dictionaries with the fields of the API. Every method raises a RegistaError.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from socket import gaierror
from ssl import SSLError
from typing import Any, Literal, NotRequired, TypedDict
from urllib.parse import urlencode
from urllib.request import HTTPErrorProcessor, OpenerDirector, Request, build_opener

_ATTEMPTS_MAX = 3
_FIRST_WAIT_SECONDS = 0.3


class Client:
    """Calls a server with a server key (`rgk_…`), a secret: read it from the environment."""

    def __init__(
        self,
        base_url: str,
        server_key: str,
        *,
        timeout_seconds: float = 10.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """A call with all its attempts takes at most timeout_seconds."""
        if re.fullmatch("rgk_[0-9a-f]{64}", server_key) is None:
            raise _error("invalid_argument", "A server key is rgk_ and 64 hexadecimal digits.")
        if re.match("https?://[^/]", base_url, re.IGNORECASE) is None:
            raise _error("invalid_argument", "The address of a server begins with https://.")
        self._base_url = base_url.rstrip("/")
        self._key = _Secret(server_key)
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep

    def suggest_addresses(
        self,
        q: str,
        *,
        country: Literal["sk", "cz"] | None = None,
        lang: Literal["sk", "cs", "en"] | None = None,
        limit: int | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
    ) -> AddressesAnswer:
        """1 unit."""
        query: dict[str, object] = {"q": q, "country": country, "lang": lang, "limit": limit}
        position = {"latitude": latitude, "longitude": longitude}
        answer: AddressesAnswer = self._read("/v1/autocomplete/addresses?" + _encode({**query, **position}))
        return answer

    def suggest_companies(
        self,
        q: str,
        *,
        country: Literal["sk", "cz"] | None = None,
        lang: Literal["sk", "cs", "en"] | None = None,
        limit: int | None = None,
    ) -> CompaniesAnswer:
        """1 unit."""
        query: dict[str, object] = {"q": q, "country": country, "lang": lang, "limit": limit}
        answer: CompaniesAnswer = self._read("/v1/autocomplete/companies?" + _encode(query))
        return answer

    def read_company(self, country: Literal["sk", "cz"], ico: str) -> CompanyDetailAnswer:
        """10 units. The number has eight digits."""
        _check_company(country, ico)
        answer: CompanyDetailAnswer = self._read(f"/v1/companies/{country}/{ico}")
        return answer

    def read_companies(
        self, country: Literal["sk", "cz"], icos: Iterable[str], per_second: float = 10.0
    ) -> Iterator[tuple[str, CompanyDetail | CompanyNotFound | CompanyAmbiguous]]:
        """Reads many companies, 10 units each, not faster than the limit of a key.

        All numbers are checked before the first is read. One that has no company, or several, yields the error. After
        any other error it stops; a limit is waited for.
        """
        icos = list(icos)
        for ico in icos:
            _check_company(country, ico)
        begins = time.monotonic()
        for ico in icos:
            self._pause(begins - time.monotonic())
            begins = max(begins, time.monotonic()) + 1 / per_second
            yield ico, self._read_patiently(country, ico)

    def get_usage(self) -> UsageAnswer:
        """Free."""
        answer: UsageAnswer = self._read("/v1/me/usage", is_free=True)
        return answer

    def _read_patiently(
        self, country: Literal["sk", "cz"], ico: str
    ) -> CompanyDetail | CompanyNotFound | CompanyAmbiguous:
        while True:
            try:
                return self.read_company(country, ico)["data"]
            except (CompanyNotFound, CompanyAmbiguous) as error:
                return error
            except RateLimited as error:
                self._pause(error.retry_after_seconds or 1)

    def _read(self, path: str, *, is_free: bool = False) -> Any:
        deadline = time.monotonic() + self._timeout_seconds
        attempt = 1
        while True:
            try:
                return self._attempt(path, deadline)
            except RegistaError as error:
                base = error.retry_after_seconds or _FIRST_WAIT_SECONDS * 2 ** (attempt - 1)
                wait = base + _FIRST_WAIT_SECONDS * random.random()
                is_last = attempt == _ATTEMPTS_MAX or deadline <= time.monotonic() + wait
                if is_last or not _is_retryable(error, is_free):
                    raise
            attempt += 1
            self._pause(wait)

    def _attempt(self, path: str, deadline: float) -> Any:
        status, headers, text = _send(self._base_url + path, self._key, deadline)
        try:
            body = json.loads(text)
        except ValueError:
            body = None
        fields = body if isinstance(body, dict) else {}
        if status == 200 and "data" in fields and "meta" in fields:
            return fields
        wait = headers.get("Retry-After", "")
        seconds = int(wait) if wait.isdecimal() else None
        error, request_id = fields.get("error"), fields.get("request_id")
        if isinstance(error, dict) and isinstance(error.get("code"), str) and isinstance(request_id, str):
            raise _error(error["code"], str(error.get("message", "")), status, request_id, seconds)
        message = f"Not a response of the API: {status}."
        raise _error("invalid_response", message, status, headers.get("X-Request-Id"), seconds)

    def _pause(self, seconds: float) -> None:
        if 0 < seconds:
            self._sleep(seconds)


def format_ico(ico: str | int) -> str:
    """A company number as the API has it: eight digits. It takes spaces, SK or CZ in front, and fewer digits."""
    found = re.fullmatch("(?:SK|CZ)?([0-9]{1,8})", re.sub(r"\s+", "", str(ico)), re.IGNORECASE)
    if found is None:
        raise _error("invalid_argument", f"{ico!r} is no company number of at most eight digits.")
    return found[1].zfill(8)


def _check_company(country: str, ico: str) -> None:
    if re.fullmatch("[a-z]{2}/[0-9]{8}", f"{country}/{ico}") is None:
        wanted = "a company has a country (sk, cz) and a number of eight digits. See format_ico."
        raise _error("invalid_argument", f"'{country}/{ico}': {wanted}")


class RegistaError(Exception):
    """Why a call failed. Failures that no answer of the server describes have the codes at the end of the table."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_seconds: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}" + (f" (request {request_id})" if request_id else ""))
        self.code = code
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class InvalidArgument(RegistaError):
    """The request is wrong: mend the program, or the address of the server."""


class NotAllowed(RegistaError):
    """The key is wrong, expired or may not do this: ask the operator."""


class CompanyNotFound(RegistaError):
    """The imported data have no company with this number, which does not prove that there is none."""


class CompanyAmbiguous(RegistaError):
    """Several companies have this number: search by name."""


class RateLimited(RegistaError):
    """Too many requests: wait as long as retry_after_seconds says."""


class MonthlyLimitReached(RegistaError):
    """The units of this month are used up: ask the operator for more."""


class Unavailable(RegistaError):
    """No answer now. With the codes unreachable, timeout and invalid_response the call may have been charged."""


_CLASSES: dict[str, type[RegistaError]] = {
    "invalid_request": InvalidArgument,
    "invalid_parameter": InvalidArgument,
    "not_found": InvalidArgument,
    "method_not_allowed": InvalidArgument,
    "payload_too_large": InvalidArgument,
    "unauthorized": NotAllowed,
    "forbidden": NotAllowed,
    "origin_not_allowed": NotAllowed,
    "scope_not_allowed": NotAllowed,
    "company_not_found": CompanyNotFound,
    "company_identity_ambiguous": CompanyAmbiguous,
    "rate_limited": RateLimited,
    "monthly_limit_reached": MonthlyLimitReached,
    "request_timeout": Unavailable,
    "overloaded": Unavailable,
    "data_unavailable": Unavailable,
    "accounting_unavailable": Unavailable,
    "invalid_argument": InvalidArgument,
    "invalid_response": Unavailable,
    "unreachable": Unavailable,
    "timeout": Unavailable,
}

_CLASSES_BY_STATUS: dict[int | None, type[RegistaError]] = {
    400: InvalidArgument,
    401: NotAllowed,
    403: NotAllowed,
    405: InvalidArgument,
    413: InvalidArgument,
    429: RateLimited,
    503: Unavailable,
}


def _error(
    code: str,
    message: str,
    status: int | None = None,
    request_id: str | None = None,
    retry_after_seconds: int | None = None,
) -> RegistaError:
    """A newer server may send a code that has no class here: the status decides."""
    kind = _CLASSES.get(code) or _CLASSES_BY_STATUS.get(status, RegistaError)
    return kind(code, message, status, request_id, retry_after_seconds)


def _is_retryable(error: RegistaError, is_free: bool) -> bool:
    """A call is repeated only if no unit can be charged twice.

    That is so after 429 and 503 of the server itself, and for free calls also after a broken connection or the error
    of a proxy.
    """
    if error.code == "monthly_limit_reached":
        return False
    if error.code == "unreachable":
        return is_free
    if error.code == "invalid_response":
        return is_free and error.status is not None and 500 <= error.status
    return error.status in (429, 503)


class _Secret:
    """Text that no dump shows and nothing pickles."""

    __slots__ = ("reveal",)
    reveal: Callable[[], str]

    def __init__(self, text: str) -> None:
        self.reveal = lambda: text

    def __repr__(self) -> str:
        return "<secret>"

    def __reduce__(self) -> Any:
        raise TypeError("A client has a secret and cannot be pickled.")


class _AnyStatus(HTTPErrorProcessor):
    """Every status is a response. So a redirect, which could lead the key elsewhere, is not followed."""

    def http_response(self, request: Request, response: Any) -> Any:
        return response

    https_response = http_response


_OPENER: OpenerDirector = build_opener(_AnyStatus)


def _request(url: str, key: _Secret) -> Request:
    return Request(url, headers={"Authorization": "Bearer " + key.reveal(), "Accept": "application/json"})


def _encode(query: dict[str, object]) -> str:
    return urlencode({name: value for name, value in query.items() if value is not None})


def _send(url: str, key: _Secret, deadline: float) -> tuple[int, Any, bytes]:
    """Sends one request once. What urllib raises has the key in its frames, so it is no cause of our error."""
    failed = False
    cause = "the connection failed"
    try:
        timeout = max(deadline - time.monotonic(), 0.001)
        with _OPENER.open(_request(url, key), timeout=timeout) as response:
            parts = []
            while part := response.read1(65536):
                parts.append(part)
                if deadline <= time.monotonic():
                    break
            # What is left of the length that the head has named.
            failed = bool(response.length)
            result = response.status, response.headers, b"".join(parts)
    except (OSError, HTTPException) as error:
        failed = True
        cause = _find_cause(error)
    if not failed:
        return result
    if deadline <= time.monotonic():
        raise _error("timeout", "No response in time.")
    raise _error("unreachable", f"No response: {cause}.")


def _find_cause(error: Exception) -> str:
    reason = getattr(error, "reason", error)
    return next((text for kind, text in _CAUSES.items() if isinstance(reason, kind)), "the connection failed")


_CAUSES: dict[type, str] = {
    gaierror: "the name of the server is unknown",
    ConnectionRefusedError: "the server refused the connection",
    SSLError: "TLS failed: check the certificate, and whether it is https",
}


# Written by `npm run api-types` from src/http/openapi/openapi.json.


class AddressComponentsCoordinates(TypedDict):
    """"""

    # Degrees north, WGS 84.
    latitude: float
    # Degrees east, WGS 84.
    longitude: float
    # The reference system: WGS 84, longitude first.
    crs: str
    # Reserved. Never sent at present.
    source: NotRequired[dict[str, object]]


class AddressComponents(TypedDict):
    """The parts of an address. A part that the register does not have is null. See *Filling in a form* for the lines of a letter."""

    # The number of the address point in its register. Null for a street or a place.
    source_id: NotRequired[str | None]
    # The street, without a number. Null where houses have none, as in most villages.
    street: NotRequired[str | None]
    # The number of the street in its register. Null if the register has none.
    street_id: NotRequired[str | None]
    # The municipality (obec). Bratislava and Košice appear as their city parts:
    # `Bratislava-Ružinov`.
    municipality: NotRequired[str | None]
    # Slovakia: LAU 2 code, as `SK0321500308`. Czechia: the code of RÚIAN, six digits.
    municipality_code: NotRequired[str | None]
    # The part of the municipality (časť obce, část obce). Often equal to it. Where there is no
    # street, the houses are numbered in it.
    municipality_part: NotRequired[str | None]
    # The code of the part in its register. Null if the register has none.
    municipality_part_code: NotRequired[str | None]
    # Five digits without a space: `82102`. Null for some Slovak addresses.
    postal_code: NotRequired[str | None]
    # Always null: the registers do not name the post office.
    post_office: NotRequired[str | None]
    # The number in the municipality or its part (súpisné číslo, číslo popisné). The part before
    # the slash.
    registration_number: NotRequired[str | None]
    # Only Czechia: the number of a building without a registration number, as a cottage (číslo
    # evidenční). It is written `č.ev. 20`.
    evidence_number: NotRequired[str | None]
    # Only Czechia: `č.p.` if house_number is the registration number, `č.ev.` if it is the
    # evidence number.
    house_number_type: NotRequired[str | None]
    # Only Czechia: the registration or the evidence number, as house_number_type says.
    house_number: NotRequired[str | None]
    # The number in the street (orientačné číslo, číslo orientační), without its letter. The part
    # behind the slash.
    orientation_number: NotRequired[str | None]
    # The letter of the orientation number: `B` of `5346/1B`.
    orientation_letter: NotRequired[str | None]
    # Only Czechia: the city district (městská část, městský obvod), in cities that have them.
    district: NotRequired[str | None]
    # Only Czechia: the code of the city district.
    district_code: NotRequired[str | None]
    # The county (okres). Null in Praha, which has none.
    county: NotRequired[str | None]
    # Slovakia: LAU 1 code, as `SK0321`. Czechia: the code of RÚIAN.
    county_code: NotRequired[str | None]
    # The region (kraj).
    region: NotRequired[str | None]
    # Slovakia: NUTS 3 code, as `SK032`. Czechia: the code of RÚIAN.
    region_code: NotRequired[str | None]
    # Always null: the imported files do not have it.
    building_id: NotRequired[str | None]
    # The position. A street or place has that of one of its houses. Null if the register does not
    # say.
    coordinates: NotRequired[AddressComponentsCoordinates | None]


class AddressSource(TypedDict):
    """The register that the record comes from."""

    # The register: `ra` in Slovakia, `ruian` in Czechia.
    code: str
    # The key of the record in the register; of a street or place, one of ours.
    id: str
    # A page about the record; of a street or place, that of the register.
    url: str
    # The text to show with the data where the licence demands it.
    attribution: str


class Address(TypedDict):
    """An address point. Without a typed house number also a street or a place."""

    # The id of the record. It stays the same when the record changes.
    id: str
    # The country of the address.
    country: Literal["sk", "cz"]
    # The address in one line, for the list: `Ružinovská 5346/1B, 82102 Bratislava-Ružinov`. In
    # Praha it ends with the postal district: `17000 Praha 7`.
    name: str
    # The parts of an address. A part that the register does not have is null. See *Filling in a
    # form* for the lines of a letter.
    address: AddressComponents
    # The register that the record comes from.
    source: AddressSource
    # The day from which the address point is valid, `2026-01-11`. Null if it is unknown.
    updated_at: str | None


class Coverage(TypedDict):
    """How complete and current the data of this country and kind is."""

    # `sample`: invented. `partial`: a part of the country. `stale`: older than the register
    # publishes. `complete`: all of it.
    state: NotRequired[str]
    # The day of the newest source file.
    source_metadata_updated_at: NotRequired[str | None]


class Source(TypedDict):
    """A source of the data, with the attribution that its terms require."""

    # The register: `rpo`, `ra`, `ares` or `ruian`.
    code: str
    # Where the register publishes the data.
    url: str
    # The text to show with the data where the licence demands it.
    attribution: NotRequired[str | None]
    # The licence of the data.
    license: NotRequired[str | None]
    # The text of the licence.
    license_url: NotRequired[str | None]


class Meta(TypedDict):
    """The price of the response and the sources of its data."""

    # Identifies this request, as `X-Request-Id`. Quote it to the operator.
    request_id: str
    # The country that was searched.
    country: NotRequired[Literal["sk", "cz"]]
    # The language that was requested, or its default.
    language: NotRequired[Literal["sk", "cs", "en"]]
    # The units charged for this request.
    charged_units: int
    # The day of the data; with several sources, the oldest.
    data_as_of: NotRequired[str | None]
    # How complete and current the data of this country and kind is.
    coverage: NotRequired[Coverage]
    # The sources of the data in this answer.
    sources: NotRequired[list[Source]]
    # What limits the data: `data_stale` (older than the register publishes) or `source_missing`
    # (a register is not imported). What the search left out because nothing was found with it:
    # `flat_left_out` (flat, floor or door), `postal_code_left_out` or `words_left_out`.
    warnings: NotRequired[list[str]]


class AddressesAnswer(TypedDict):
    """The answer of suggestAddresses."""

    # What was found, the best match first.
    data: list[Address]
    # The price of the response and the sources of its data.
    meta: Meta


class Company(TypedDict):
    """A suggested company or organization."""

    # The id of the record. It stays the same when the record changes.
    id: str
    # The country of the register.
    country: Literal["sk", "cz"]
    # The company number (IČO): eight digits with leading zeros. Null for a few Slovak records.
    ico: str | None
    # The registered name with its legal form.
    name: str
    # The seat in one line, for the list. Empty if the register has none. Its parts (street, town,
    # postal code) come only with readCompany: 10 units, and the scope `companies:read`, which
    # browsers do not have by default.
    address: str
    # `dissolved`, `source_removed` (the register no longer lists it), or null for an active
    # company.
    status: str | None
    # A page about the company, by default in its register.
    url: str
    # The day on which the register last changed the record. Null if it does not say, as in
    # Slovakia.
    updated_at: str | None


class CompaniesAnswer(TypedDict):
    """The answer of suggestCompanies."""

    # What was found, the best match first.
    data: list[Company]
    # The price of the response and the sources of its data.
    meta: Meta


class Usage(TypedDict):
    """The usage of the account in this month, at one moment."""

    # The units that the account may use this month.
    allowance_units: int
    # Charged: debited durably and answered with success.
    confirmed_units: int
    # The sum of the prepared, in-flight and pending units.
    reserved_units: int
    # Of requests whose debit could not be confirmed in time. Not counted as charged, and at most
    # 100.
    recovery_hold_units: int
    # What the server may charge with its next commit, before it asks the books again.
    prepared_available_units: int
    # Being written to the books and not yet confirmed.
    pending_spent_units: int
    # Taken by requests that are in progress.
    in_flight_reserved_units: int
    # The figures are of this moment.
    accounting_status: str
    # A calendar month in Europe/Bratislava.
    period: str


class UsageAnswer(TypedDict):
    """The answer of getUsage."""

    # The usage of the account in this month, at one moment.
    data: Usage
    # The price of the response and the sources of its data.
    meta: Meta


class CompanyRegistryCode(TypedDict):
    """"""

    # The code in its list.
    code: str | None
    # Its name, in the language of the register.
    name: str | None
    # The code list of the register.
    codelist: str | None


class SeatComponents(TypedDict):
    """The parts of a seat, as the register of companies has them. Null: it does not have the part. See *Filling in a form*."""

    # The street, without a number. Null where houses have none.
    street: str | None
    # The municipality (obec).
    municipality: str | None
    # The part of the municipality (časť obce, část obce).
    municipality_part: str | None
    # Slovakia: LAU 2 code. Czechia: the code of RÚIAN, if the seat names a known house.
    municipality_code: str | None
    # The number in the municipality (súpisné číslo, číslo popisné).
    registration_number: str | None
    # Only Czechia: the number of a building without a registration number.
    evidence_number: str | None
    # The number in the street, without its letter.
    orientation_number: str | None
    # The letter of the orientation number.
    orientation_letter: str | None
    # The number as the register writes it. Use it if the other four number fields are null: which
    # of them it is, the register does not say.
    building_number: str | None
    # Without a space. Five digits in Slovakia and Czechia; a seat abroad has its own form.
    postal_code: str | None
    # The name of the country, in the language of the register.
    country: str | None
    # ISO 3166-1 numeric: `703` is Slovakia, `203` Czechia. Others are seats abroad.
    country_code: str | None
    # The key of the house in the address register of the country: source_id of an address.
    address_id: str | None
    # The seat in one line, the same as `address.formatted`.
    formatted: str | None


class CompanyDetailAddress(TypedDict):
    """The seat."""

    # The seat in one line. Null if the register has none.
    formatted: str | None
    # The parts of a seat, as the register of companies has them. Null: it does not have the part.
    # See *Filling in a form*.
    components: SeatComponents


class CompanyDetailIdentifier(TypedDict):
    """One identifier."""

    # `ico`: the company number. `source_id`: the key of the record in its register.
    type: Literal["ico", "source_id"]
    # The country of the register.
    country: Literal["sk", "cz"]
    # The identifier.
    value: str
    # The register that gave it.
    source: NotRequired[Literal["rpo", "ares"]]


class CompanyDetailDates(TypedDict):
    """When the company began and ended."""

    # The day of its establishment. Null if unknown.
    established_at: str | None
    # Null for an active company, and for a dissolved one if the register has no date.
    dissolved_at: str | None


class CompanyDetailRegistration(TypedDict):
    """The entry in the commercial or another register."""

    # A code from a code list of a register, with its name. Null if the register has none.
    register: CompanyRegistryCode | None
    # The court or office that keeps the register.
    office: str | None
    # The number of the entry, as `Sro/32191/N`.
    number: str | None


class CompanyDetailProvenance(TypedDict):
    """What proves the record: register, file and revision."""

    # The register: `rpo` or `ares`.
    source_code: str
    # Its dataset: `rpo`, `res` or `vr`.
    dataset: str
    # The key of the record in the dataset.
    source_key: str
    # This revision of the record. Each change of the record makes another.
    revision_id: str
    # SHA-256 of the record in our canonical form.
    record_sha256: str
    # SHA-256 of the file that the record was read from.
    file_sha256: str
    # The day of the file that last had the record.
    observed_at: str | None
    # When that file was fetched.
    fetched_at: str | None
    # The day on which the register last changed the record, if it says so.
    source_updated_at: str | None
    # When the record was imported.
    projection_updated_at: str | None
    # The version of the rules by which it was read.
    projection_version: str


class CompanyDetail(TypedDict):
    """A company or organization: identity, seat, dates and provenance."""

    # The id of the record. It stays the same when the record changes.
    id: str
    # The country of the register.
    country: Literal["sk", "cz"]
    # The company number (IČO), with leading zeros.
    ico: str
    # The registered name with its legal form.
    name: str
    # `dissolved`: ended. `source_removed`: the register no longer lists it. `removed`: the
    # operator withdrew it. Null for an active company.
    status: Literal["dissolved", "source_removed", "removed"] | None
    # A code from a code list of a register, with its name. Null if the register has none.
    legal_status: CompanyRegistryCode | None
    # A code from a code list of a register, with its name. Null if the register has none.
    legal_form: CompanyRegistryCode | None
    # The seat.
    address: CompanyDetailAddress
    # The company number, and the key in the register.
    identifiers: list[CompanyDetailIdentifier]
    # When the company began and ended.
    dates: CompanyDetailDates
    # The entry in the commercial or another register.
    registration: CompanyDetailRegistration
    # A page about the company, by default in its register.
    url: str
    # What proves the record: register, file and revision.
    provenance: CompanyDetailProvenance


class DetailMetaCoverage(TypedDict):
    """How complete and current the data of this country is."""

    # `sample`: invented. `partial`: a part of the country. `stale`: older than the register
    # publishes. `complete`: all of it.
    state: str
    # The day of the source file.
    source_metadata_updated_at: str


class DetailSource(TypedDict):
    """The source of a company detail."""

    # The register.
    code: Literal["rpo", "ares"]
    # The dataset of the register.
    dataset: Literal["rpo", "res", "vr"]
    # Where the register publishes the data.
    url: str | None
    # The text to show with the data where the licence demands it.
    attribution: str | None
    # The licence of the data.
    license: str | None
    # The text of the licence.
    license_url: str | None
    # What the register says about the use of its data.
    notice: str | None


class DetailMeta(TypedDict):
    """The price of a company detail and its source."""

    # Identifies this request, as `X-Request-Id`. Quote it to the operator.
    request_id: str
    # The country of the register.
    country: Literal["sk", "cz"]
    # The units charged for this request.
    charged_units: int
    # The day of the data.
    data_as_of: str | None
    # How complete and current the data of this country is.
    coverage: DetailMetaCoverage
    # The source of the record.
    sources: list[DetailSource]
    # What limits the data: `data_stale` (older than the register publishes) or `source_missing`
    # (a register is not imported). What the search left out because nothing was found with it:
    # `flat_left_out` (flat, floor or door), `postal_code_left_out` or `words_left_out`.
    warnings: list[str]


class CompanyDetailAnswer(TypedDict):
    """The answer of readCompany."""

    # A company or organization: identity, seat, dates and provenance.
    data: CompanyDetail
    # The price of a company detail and its source.
    meta: DetailMeta

# End of what `npm run api-types` writes.
