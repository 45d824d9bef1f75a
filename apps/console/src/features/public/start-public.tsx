export function startPublic(): void {
  void import('../login/login-page.tsx');
}
