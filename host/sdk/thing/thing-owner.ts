import { createContext } from 'react';

/** Whose the thing is whose page is around; undefined inside of it: nobody's. Without a page around there is none. */
export const ThingOwner = createContext<{ owner: string | undefined } | undefined>(undefined);
