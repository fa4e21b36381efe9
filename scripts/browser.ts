import { existsSync } from 'node:fs';
import { installPackages } from './system-packages.ts';

/** Debian's Chromium, and a font with Chinese signs so that screenshots show what people see. */
const PACKAGES = ['chromium', 'fonts-noto-cjk'];
const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser is, or undefined. CHROMIUM names another one. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return CANDIDATES.find((path) => existsSync(path));
}

/** Sees to it that the browser tests have a browser: installs Debian's package where it may, else says what to install. */
export function installBrowser(): boolean {
  if (findBrowser()) return true;
  if (installPackages(PACKAGES) && findBrowser()) return true;
  console.error(
    'The browser tests need Chromium: install the package "chromium" (Debian, Ubuntu) or set CHROMIUM to its path.',
  );
  return false;
}
