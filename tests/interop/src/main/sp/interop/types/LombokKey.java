package sp.interop.types;

import java.util.Objects;

/** A key with the methods that Lombok's @Data makes: primitive fields come first in the hash, then boxed ones, then the rest. */
public class LombokKey {
    private String name;
    private int age;
    private Long account;
    private boolean active;

    public LombokKey() {}

    LombokKey(String name, int age, Long account, boolean active) {
        this.name = name;
        this.age = age;
        this.account = account;
        this.active = active;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getAge() {
        return age;
    }

    public void setAge(int age) {
        this.age = age;
    }

    public Long getAccount() {
        return account;
    }

    public void setAccount(Long account) {
        this.account = account;
    }

    public boolean isActive() {
        return active;
    }

    public void setActive(boolean active) {
        this.active = active;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LombokKey
                && age == ((LombokKey) other).age
                && active == ((LombokKey) other).active
                && Objects.equals(account, ((LombokKey) other).account)
                && Objects.equals(name, ((LombokKey) other).name);
    }

    @Override
    public int hashCode() {
        final int prime = 59;
        int result = 1;
        result = result * prime + age;
        result = result * prime + (active ? 79 : 97);
        result = result * prime + (account == null ? 43 : account.hashCode());
        result = result * prime + (name == null ? 43 : name.hashCode());
        return result;
    }
}
