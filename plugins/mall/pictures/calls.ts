import { pictureCalls } from '@waypost/contract';

/** Lets whoever writes the catalogue put pictures into it. */
export const ADD_PICTURE = 'mall.picture:create';

/** By which pictures of the catalogue are taken and read. */
export const cataloguePictures = pictureCalls({
  area: 'mall_picture',
  create: ADD_PICTURE,
  read: { permission: 'mall.picture:read' },
  ratePerMinute: 60,
  summaries: {
    add: 'Keeps a picture for the catalogue; one that nothing shows for a day is forgotten',
    read: 'One picture of the catalogue',
  },
});
