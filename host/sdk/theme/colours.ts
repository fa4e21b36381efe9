import { PRIMARY_COLOUR } from '@waypost/contract/constants';

const STORAGE_KEY = 'waypost.colour';
const STYLE_ID = 'wp-colour';
const HEX = /^#[0-9a-f]{6}$/i;

/** The person's own choice; undefined: the installation's colour. */
export function storedColour(): string | undefined {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored !== null && HEX.test(stored) ? stored : undefined;
}

/** Keeps the choice on this device; undefined forgets it. */
export function keepColour(colour: string | undefined): void {
  if (colour === undefined) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, colour);
}

let wanted: string = PRIMARY_COLOUR;

/** Shows the product in a primary colour `#rrggbb`. The means to mix other colours than the product's are loaded when needed. */
export async function applyColour(colour: string): Promise<void> {
  const chosen = HEX.test(colour) ? colour.toLowerCase() : PRIMARY_COLOUR;
  wanted = chosen;
  if (chosen === PRIMARY_COLOUR) {
    document.getElementById(STYLE_ID)?.remove();
    return;
  }
  const { colourRules } = await import('./colour-rules.ts');
  // Somebody chose again while this was loading.
  if (wanted !== chosen) return;
  const style = document.getElementById(STYLE_ID) ?? document.createElement('style');
  style.id = STYLE_ID;
  style.textContent = colourRules(chosen);
  document.head.append(style);
}
