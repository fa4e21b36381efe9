import { pictureCalls } from '@waypost/contract';

/** Lets somebody who writes texts and rotations put pictures into them. */
export const ADD_PICTURE = 'system.picture:create';

/** By which pictures of texts and rotations are taken and read. */
export const contentPictures = pictureCalls({
  area: 'picture',
  create: ADD_PICTURE,
  read: { signedIn: true },
  ratePerMinute: 30,
  summaries: {
    add: 'Keeps a picture for a rotation or a text; one that nothing shows for a day is forgotten',
    read: 'One picture of a rotation or a text',
  },
});
