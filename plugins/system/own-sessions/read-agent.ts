import { UAParser } from 'my-ua-parser';

/** What a person knows a session by; each is empty where the user agent tells nothing. */
export interface SessionAgent {
  /** With its major version, such as `Firefox 140`. */
  browser: string;
  system: string;
  /** A telephone or tablet by its maker and model. */
  device: string;
}

/** Reads a user agent. What names no browser is a program: its own name stands for it, such as `curl/8.9`. */
export function readAgent(userAgent: string): SessionAgent {
  const { browser, os, device } = new UAParser(userAgent).getResult();
  const said = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' ');
  return {
    browser:
      said(browser.name, browser.major) || (/^[^\s/]+(\/[\w.]+)?/.exec(userAgent)?.[0] ?? '').slice(0, 60),
    system: said(os.name, os.version),
    device: said(device.vendor, device.model),
  };
}
