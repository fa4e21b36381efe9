import { createContext, type ReactNode, useContext } from 'react';

/** Draws the icon of a name, from the shell, which has them for its menu; a plain one for a name that it does not know. */
export const NamedIcons = createContext<(name: string) => ReactNode>(() => null);

/** @returns the icon of a name that menus and plugins use, such as `gift` */
export const useNamedIcon = (): ((name: string) => ReactNode) => useContext(NamedIcons);
