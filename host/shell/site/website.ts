import type { ResultOf } from '@waypost/contract';
import { PRIMARY_COLOUR, YesNo } from '@waypost/contract/constants';
import type { PlatformCalls } from '@waypost/contract/platform';
import {
  type Client,
  clientStore,
  isTimeZone,
  publicOriginAtom,
  timeZoneAtom,
  useWords,
} from '@waypost/host-sdk/light';
import { atom, useAtomValue } from 'jotai';
import { callPlatform } from '../app/call-platform.ts';

/** What everybody may know of this installation. */
export type Website = Omit<ResultOf<PlatformCalls['website_info/inquire']>, 'id'>;

/** Where the product's own logo is; the mark is drawn by the page itself in its place. */
export const DEFAULT_LOGO = '/logo.png';
/** Pictures come from our own origin, whatever was stored. */
const PICTURE_ADDRESS = /^\/(logo\.png|favicon\.ico)(\?v=[0-9a-f]+)?$/;

const STORAGE_KEY = 'waypost.website';

/** Until the server has answered; the title falls back to the product's name. */
const UNKNOWN: Website = {
  title: '',
  icon: '/favicon.ico',
  color: PRIMARY_COLOUR,
  logo: DEFAULT_LOGO,
  allow_registration: YesNo.yes,
  no_registration_tip: '',
  invitation_code_update: YesNo.no,
  maintenance: YesNo.no,
  time_zone: '',
  public_address: '',
  remotes: [],
};

/** Tells times in the platform's zone from now on; one that the browser does not know changes nothing. */
function tellTimesIn(timeZone: string): void {
  if (timeZone !== '' && isTimeZone(timeZone)) clientStore.set(timeZoneAtom, timeZone);
}

/** What the last visit learned, so that title and colour do not change before the eyes. */
export const websiteAtom = atom<Website>(storedWebsite());

/** Asks the server and keeps the answer. A failure leaves what is known: the page works without it. */
export async function loadWebsite(client: Client): Promise<Website | undefined> {
  try {
    const website = { ...UNKNOWN, ...(await callPlatform(client, 'website_info/inquire', {})) };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(website));
    clientStore.set(websiteAtom, website);
    tellTimesIn(website.time_zone);
    clientStore.set(publicOriginAtom, website.public_address);
    return website;
  } catch {
    return undefined;
  }
}

/** The installation's name, for headings and titles. */
export function useSiteName(): string {
  const words = useWords();
  const { title } = useAtomValue(websiteAtom, { store: clientStore });
  return title === '' ? words('shell.name') : title;
}

function storedWebsite(): Website {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Website>;
    // The switches may have changed since; only what is seen is taken over.
    const { title, color, logo, icon, time_zone } = { ...UNKNOWN, ...stored };
    // Of the last visit: no time is told in another zone first. It never changes once visits are counted.
    if (typeof time_zone === 'string') tellTimesIn(time_zone);
    if (typeof title !== 'string' || !/^#[0-9a-f]{6}$/i.test(color)) return UNKNOWN;
    if (!PICTURE_ADDRESS.test(logo) || !PICTURE_ADDRESS.test(icon)) return { ...UNKNOWN, title, color };
    return { ...UNKNOWN, title, color, logo, icon };
  } catch {
    // Not ours: as if nothing were stored.
    return UNKNOWN;
  }
}
