/** What only production demands, one problem each. @param values of the environment, with secrets read from files */
export function missingInProduction(values: Record<string, string | undefined>): string[] {
  const { BASE_URL, SECRET_KEY, SECRET_KEY_FILE, DEMO_DATA } = values;
  return [
    ...(BASE_URL ? [] : ['BASE_URL: must be set in production, such as https://api.example.org']),
    ...((SECRET_KEY ?? SECRET_KEY_FILE)
      ? []
      : ['SECRET_KEY: must be set in production, to a permanent value of 32 or more random characters']),
    ...(DEMO_DATA === 'true'
      ? ['DEMO_DATA: must not be true in production, because demo accounts are a security risk']
      : []),
  ];
}
