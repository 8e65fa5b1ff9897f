/** Takes a pasted file, returns it with the time in its name: every browser calls a pasted picture image.png. */
export function nameByTime(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const moment = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return new File([file], `pasted-${moment}.${file.name.split('.')[1]}`, { type: file.type });
}
