#include "types/codecs/class_name_sites.hpp"

namespace sp::codec {

void add_java_sites(std::vector<ClassNameSite>& sites, const std::vector<java::ClassNameSite>& found,
                    const std::uint8_t* origin) {
    using JavaForm = java::ClassNameSite::Form;
    for (const java::ClassNameSite& site : found) {
        if (site.form == JavaForm::kText) {
            continue;
        }
        const auto form =
            site.form == JavaForm::kName ? ClassNameSite::Form::kJavaName : ClassNameSite::Form::kJavaSignature;
        sites.push_back({form, origin + site.begin, origin + site.end, site.text, site.has_suid});
    }
}

}  // namespace sp::codec
