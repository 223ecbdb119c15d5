/** Longest icon of the contract, characters of its `data:` URL. */
const maxCharacters = 16_384;

/** Returns an image file as a `data:` URL. @throws Error when the service does not accept it */
export async function readIcon(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read.`)));
    reader.readAsDataURL(file);
  });
  if (!/^data:image\/(png|jpeg|webp);base64,/.test(url))
    throw new Error(`${file.name} is not an image in PNG, JPEG or WebP; choose another file.`);
  if (url.length > maxCharacters)
    throw new Error(`${file.name} has ${Math.ceil(file.size / 1000)} kB; choose an image of at most 12 kB.`);
  return url;
}
