import { existsSync } from 'node:fs';
import { installPackages } from './system-packages.ts';

/**
 * Chromium as Debian builds it for pages without a window, and as it builds it for people. The engine is the same; the
 * first starts in a fifth of the time and opens a profile in a third, because it draws no window of its own.
 */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** A font with Chinese signs, so that screenshots show what people see. */
const FONT = 'fonts-noto-cjk';

/** Where the browser is, or undefined. CHROMIUM names another one. */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  return [SHELL, ...WHOLE].find((path) => existsSync(path));
}

/** Sees to it that the browser tests have a browser: installs Debian's package where it may, else says what to install. */
export function installBrowser(): boolean {
  const isAsWanted = () => (process.env.CHROMIUM ? findBrowser() !== undefined : existsSync(SHELL));
  if (isAsWanted()) return true;
  // Older systems have only the whole browser.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (name === 'chromium' && findBrowser() !== undefined) return true;
    if (installPackages([name, FONT]) && findBrowser() !== undefined) return true;
  }
  console.error(
    'The browser tests need Chromium: install the package "chromium" (Debian, Ubuntu) or set CHROMIUM to its path.',
  );
  return false;
}
