import { existsSync } from 'node:fs';

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
export async function installBrowser(): Promise<boolean> {
  if (findBrowser()) return true;
  if (process.getuid?.() === 0 && Bun.which('apt-get')) {
    console.log(`Installing ${PACKAGES.join(' and ')} …`);
    const run = (...command: string[]) =>
      Bun.spawnSync(command, {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdout: 'ignore',
        stderr: 'inherit',
      }).exitCode === 0;
    if (
      run('apt-get', 'update', '-qq') &&
      run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...PACKAGES) &&
      findBrowser()
    )
      return true;
  }
  console.error(
    'The browser tests need Chromium: install the package "chromium" (Debian, Ubuntu) or set CHROMIUM to its path.',
  );
  return false;
}
