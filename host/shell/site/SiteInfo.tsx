import { applyColour, clientStore, useClient } from '@waypost/host-sdk/light';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { colourAtom } from './colour.ts';
import { loadLanguages } from './languages.ts';
import { loadStartAnswers } from './start-answers.ts';
import { loadWebsite, websiteAtom } from './website.ts';

/**
 * Loads what the server says of the installation and puts its icon into the tab, the person's colour or else its own
 * onto the page. Shows nothing.
 */
export function SiteInfo() {
  const client = useClient();
  const own = useAtomValue(colourAtom, { store: clientStore });
  const { icon, color } = useAtomValue(websiteAtom, { store: clientStore });
  useEffect(() => {
    void loadWebsite(client);
    void loadLanguages(client);
    void loadStartAnswers(client);
  }, [client]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link && link.getAttribute('href') !== icon) link.href = icon;
  }, [icon]);
  useEffect(() => {
    void applyColour(own ?? color);
  }, [own, color]);
  return null;
}
