import { PICTURE_NAME } from '@waypost/contract';
import type { Stored } from '@waypost/sdk';
import type { productResource } from '../screens/mall_product_list/resource.ts';
import { type Searched, searchWords } from './search-words.ts';

export type StoredProduct = Stored<typeof productResource>;

/** What follows from the fields of a product and is kept with it. */
export function followingFields(
  product: Searched & Pick<StoredProduct, 'price' | 'cover_images' | 'detail_images'>,
): Pick<StoredProduct, 'price_order' | 'words' | 'pictures'> {
  return {
    price_order: Number(product.price),
    words: searchWords(product),
    pictures: keptPictures([product.cover_images, product.detail_images]),
  };
}

/** Of the pictures of a product those that are kept here. */
export function keptPictures(images: readonly (readonly string[] | undefined)[]): string[] {
  return images.flatMap((some) => some ?? []).filter((image) => PICTURE_NAME.test(image));
}
