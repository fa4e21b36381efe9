import { PICTURE_NAME } from '@waypost/contract';
import type { Stored } from '@waypost/sdk';
import type { productResource } from '../screens/mall_product_list/resource.ts';
import { areVariantsOf, choicesOf, lowestOf } from '../variants/values.ts';
import { type Searched, searchWords } from './search-words.ts';

export type StoredProduct = Stored<typeof productResource>;

type Followed = Pick<
  StoredProduct,
  'price' | 'lowest_price' | 'properties' | 'variants' | 'cover_images' | 'detail_images'
>;

/** What follows from the fields of a product and is kept with it. */
export function followingFields(
  product: Searched & Followed,
): Pick<StoredProduct, 'price_order' | 'words' | 'pictures' | 'lowest_price' | 'variants'> {
  const { price, properties, variants } = product;
  const left = variants.filter((variant) => areVariantsOf([variant], properties));
  const hasVariants = choicesOf(properties).length > 0;
  return {
    price_order: Number(price),
    words: searchWords(product),
    pictures: keptPictures([product.cover_images, product.detail_images]),
    variants: left,
    lowest_price: hasVariants ? lowestOf({ price, properties, variants: left }) : product.lowest_price,
  };
}

/** Of the pictures of a product those that are kept here. */
export function keptPictures(images: readonly (readonly string[] | undefined)[]): string[] {
  return images.flatMap((some) => some ?? []).filter((image) => PICTURE_NAME.test(image));
}
