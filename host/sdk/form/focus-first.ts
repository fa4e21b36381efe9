import { isWithin } from './path.ts';

const FOCUSABLE = 'input, textarea, [role="combobox"], button';

/** Focuses the first control, in the order of the page, that has one of these faults. */
export function focusFirst(root: HTMLElement | null, paths: readonly string[]): void {
  if (!root) return;
  const places = [...root.querySelectorAll<HTMLElement>('[data-path]')];
  const exact = places.find((place) => paths.includes(place.dataset.path ?? ''));
  const near =
    exact ?? places.find((place) => paths.some((path) => isWithin(path, place.dataset.path ?? ' ')));
  const control = near?.querySelector<HTMLElement>(FOCUSABLE) ?? near;
  control?.focus();
  near?.scrollIntoView({ block: 'nearest' });
}

/** What a control is called on the page, with the path that it stands for. */
export interface FormPlace {
  path: string;
  label: string;
}

/** The places that have one of these faults, in the order of the page. */
export function placesOf(root: HTMLElement | null, paths: readonly string[]): FormPlace[] {
  const places = [...(root?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  return places.flatMap((place) => {
    const { path } = place.dataset;
    if (path === undefined || !paths.includes(path)) return [];
    return [{ path, label: place.querySelector('[data-label]')?.textContent ?? '' }];
  });
}

/** The paths that no control of the form stands for: what is said of them has to be said elsewhere. */
export function pathsWithoutPlace(root: HTMLElement | null, paths: readonly string[]): string[] {
  const places = [...(root?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  return paths.filter((path) => !places.some((place) => isWithin(path, place.dataset.path ?? ' ')));
}
