/** The spellings of a name that a scaffold needs. */
export interface Names {
  /** As given: `print-shop`. */
  id: string;
  /** `print_shop`: areas, routes, groups of the menu. */
  snake: string;
  /** `PrintShop`: functions. */
  pascal: string;
  /** `printShop`: constants. */
  camel: string;
  /** `Print shop`: what people read. */
  title: string;
}

/** @param id lower-case words joined by `-` or `_` */
export function namesOf(id: string): Names {
  const words = id.split(/[-_]/);
  const pascal = words.map(capital).join('');
  return {
    id,
    snake: words.join('_'),
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    title: capital(words.join(' ')),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
