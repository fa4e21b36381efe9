import { fromPlugins, joined } from '../../of-plugins.ts';
import { zPluginWalk } from './plugin-walk.ts';

/** What each plugin says of its own screens, in its `testing/walk.ts`. */
export const WALKS = await fromPlugins('walk', 'walk', zPluginWalk);

/** What each right of a button is seen by. A right that a screen declares and that is missing here fails the walk. */
export const VERBS = joined(WALKS.map(({ verbs }) => verbs));

/** Rights that no button of a standing screen shows, and why. */
export const WITHOUT_BUTTON = joined(WALKS.map(({ withoutButton }) => withoutButton));

/** Views that show what programs call things, on purpose. */
export const TECHNICAL: ReadonlySet<string> = new Set(WALKS.flatMap(({ technical = [] }) => technical));
