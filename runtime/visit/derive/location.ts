import { readFileSync } from 'node:fs';
import { countryName, DEFAULT_LOCALE, onePlace } from '@waypost/contract';
import IP2Region from 'ip2region';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { formatAddress } from '../../sdk/address.ts';
import { createSpecialRanges } from './special-ranges.ts';

/** Where an address is. Empty where it is not known. */
export interface Location {
  /** ISO 3166 code in upper case. */
  country: string;
  /** Province and city for China, else the country's name; Chinese, in the one form of `onePlace`. */
  location: string;
  /** 移动, 联通, 电信, or the provider's name. */
  isp: string;
}

const NOWHERE: Location = { country: '', location: '', isp: '' };
const PROVIDERS = ['移动', '联通', '电信', '铁通', '教育网', '广电'];
const PRIVATE = '内网IP';

/** Names of IPv6 providers are long and changing (中国电信CTNET网络): the short one that all of them share is kept. */
function providerName(isp: string): string {
  return PROVIDERS.find((name) => isp.includes(name)) ?? (isp === PRIVATE ? '' : isp);
}

function readDatabase(): Reader<CountryResponse> {
  const file = import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return new Reader<CountryResponse>(readFileSync(new URL(file)));
}

/** Makes the function that places 16-byte addresses (as latin1 text). Loads 19 MB of data. */
export function createLocationReader(): (address: string) => Location {
  const regions = new IP2Region();
  const countries = readDatabase();
  const isSpecial = createSpecialRanges();
  // As many as the tables have: some thousands.
  const places = new Map<string, Location>();
  return (address) => {
    const bytes = Buffer.from(address, 'latin1');
    // Some tables have an owner for them all the same.
    if (isSpecial(bytes)) return NOWHERE;
    const text = formatAddress(bytes);
    const region = regions.search(text);
    // The other table is asked only where this one does not say.
    const country = region?.country === '中国' ? 'CN' : (countryOf(countries, text) ?? '');
    if (country === '') return NOWHERE;
    const { province = '', city = '', isp = '' } = country === 'CN' ? (region ?? {}) : {};
    const key = `${country}|${province}|${city}|${isp}`;
    let place = places.get(key);
    if (place === undefined) {
      const parts = [province, city].filter((part) => part !== '' && part !== PRIVATE);
      const location = parts.length === 0 ? countryName(country, DEFAULT_LOCALE) : parts.join(' ');
      place = { ...onePlace({ country, location }), isp: providerName(isp) };
      places.set(key, place);
    }
    return place;
  };
}

const countryOf = (countries: Reader<CountryResponse>, address: string): string | undefined =>
  (countries.get(address) as unknown as { country_code?: string } | null)?.country_code;
