/** What stands after a name on the command line; undefined where the name does not stand there. */
export function optionOf(name: string): string | undefined {
  const place = process.argv.indexOf(name);
  return place === -1 ? undefined : process.argv[place + 1];
}
